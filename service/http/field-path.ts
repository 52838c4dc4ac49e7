/** Characters of a name and of a path in an error. A hundred errors may each repeat the names around a value, of 40 KB each. */
const MAX_NAME = 128;
const MAX_PATH = 512;

/** Formats the path of a value in a body, such as `users[2].name`. Shortens long names, and the beginning of a long path. */
export const fieldPath = (steps: readonly (string | number)[]): string => {
  // The last steps are enough: each has at least one character.
  const last = steps.slice(-MAX_PATH);
  const path = last
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${shortened(step)}`))
    .join('')
    .replace(/^\./, '');
  return path.length > MAX_PATH ? `…${path.slice(-MAX_PATH)}` : path;
};

const shortened = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
