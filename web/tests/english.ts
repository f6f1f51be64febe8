// Tests of the page's code begin with its words in English.
import { speak } from "../src/words/words.svelte";

await speak("en");
