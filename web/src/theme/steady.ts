// Lists that are made anew at every position and at every hover, though mostly the same: as long as they are, the list from before
// is given again, so that what shows it need not be measured and compared.

/** A function that gives back the value it gave last, as long as the new one equals it. */
export function steady<T>(): (value: T) => T {
  let known = "";
  let last: T;
  return (value) => {
    const now = JSON.stringify(value);
    if (now !== known) [known, last] = [now, value];
    return last;
  };
}
