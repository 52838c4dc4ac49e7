/** Maximum characters of a name and of a path in an error: a hundred errors could otherwise repeat paths of 40 KB. */
const MAX_NAME = 128;
const MAX_PATH = 512;

/** Formats the path of a value in a body, such as `users[2].name`. Truncates long names, and the start of a long path. */
export const fieldPath = (steps: readonly (string | number)[]): string => {
  // Each step has at least one character.
  const last = steps.slice(-MAX_PATH);
  const path = last
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${truncateName(step)}`))
    .join('')
    .replace(/^\./, '');
  return path.length > MAX_PATH ? `…${path.slice(-MAX_PATH)}` : path;
};

const truncateName = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
