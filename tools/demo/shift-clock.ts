/** Shifts the time returned by `Date` by `offset` milliseconds. Runs in Node and, as a script, in pages. */
export const shiftClock = (offset: number): void => {
  const realNow = Date.now;
  Date.now = () => realNow() + offset;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, derived) =>
      Reflect.construct(target, values.length === 0 ? [Date.now()] : values, derived),
  });
};
