import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/page.css";
import { mount } from "svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("page")! });
