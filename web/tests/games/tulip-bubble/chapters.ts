// The chapter of the rules that is meant for each phase, by its title.
export default {
  "set-up": "Setting up",
  event: "1. Event",
  selling: "2. Selling",
  declaring: "3. Buying",
  placing: "3. Buying",
  auction: "3. Buying",
  purchase: "3. Buying",
  over: "The end",
};
