// Random play in OpenSpiel's own C++ library, as it is installed from PyPI: the loop that its benchmark_game runs, without
// the observations, so that rules are compared with rules. Built and called by bench/peers.py; needs the headers in the wheel.

#include <chrono>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "open_spiel/spiel.h"

// Plays games to their end and writes how many decisions and how many outcomes of chance there were; the seconds that it took.
extern "C" double play_at_random(const char* name, int64_t games, uint64_t seed, int64_t* decisions, int64_t* chances) {
  std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(std::string(name));
  std::mt19937_64 noise(seed);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  int64_t decided = 0, drawn = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < games; ++i) {
    std::unique_ptr<open_spiel::State> state = game->NewInitialState();
    while (!state->IsTerminal()) {
      if (state->IsChanceNode()) {
        state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), part(noise)).first);
        ++drawn;
      } else {
        const std::vector<open_spiel::Action> actions = state->LegalActions();
        state->ApplyAction(actions[noise() % actions.size()]);
        ++decided;
      }
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  *decisions = decided;
  *chances = drawn;
  return took.count();
}
