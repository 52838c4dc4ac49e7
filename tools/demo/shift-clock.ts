/** Makes `Date` tell a time that is `offset` milliseconds away. Runs in Node and, as text, in pages. */
export const shiftClock = (offset: number): void => {
  const real = Date.now;
  Date.now = () => real() + offset;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, derived) =>
      Reflect.construct(target, values.length === 0 ? [Date.now()] : values, derived),
  });
};
