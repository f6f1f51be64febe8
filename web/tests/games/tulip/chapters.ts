// The chapter of the rules that is meant for each phase, by its title.
export default {
  "set-up": "Setting up",
  turn: "Your turn",
  exchange: "Your turn",
  variation: "Your turn",
  take: "Your turn",
  draw: "Your turn",
  over: "The end",
};
