/** `offset` is in milliseconds. Runs in Node and, as a script, in pages. */
export const shiftClock = (offset: number): void => {
  const getRealTime = Date.now;
  Date.now = () => getRealTime() + offset;
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [Date.now()] : values, newTarget),
  });
};
