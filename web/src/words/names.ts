// The names of things as views, moves and files have them, the same in every language: "pink 3", "white B1".

/** The two parts of such a name, as its type tells them. */
export type Parts<Name extends string> = Name extends `${infer First} ${infer Second}` ? [First, Second] : never;

/** A name in its two parts: "pink" and "3". */
export function parted<Name extends `${string} ${string}`>(name: Name): Parts<Name> {
  const at = name.indexOf(" ");
  return [name.slice(0, at), name.slice(at + 1)] as Parts<Name>;
}
