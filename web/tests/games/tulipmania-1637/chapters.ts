// The chapter of the rules that is meant for each phase, by its title.
export default {
  "set-up": "Setting up",
  sell: "Your turn",
  "action cards": "Your turn",
  "seller's card": "Your turn",
  draw: "Your turn",
  buy: "Your turn",
  over: "The end",
};
