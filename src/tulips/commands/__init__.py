"""The commands of `tulips`, a module for each family: `add` makes its commands known."""
