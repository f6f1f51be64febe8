import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadWords } from "./words/words.svelte";

void loadWords().then(() => mount(App, { target: document.getElementById("page")! }));
