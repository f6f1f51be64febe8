// The chapter of the rules that is meant for each phase, by its title.
export default {
  start: "The field",
  set: "Your turn",
  rolling: "Your turn",
  rolled: "Your turn",
  pay: "Your turn",
  "pay second": "Your turn",
  paid: "Your turn",
  place: "The field",
  tile: "Your turn",
  carry: "The solo game",
  over: "Winning",
};
