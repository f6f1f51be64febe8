// The chapter of the rules that is meant for each phase, by its title.
export default { "set-up": "Setting up", opening: "Setting up", turn: "Your turn", reveal: "The end", over: "The end" };
