import { limits } from '#contract/limits.ts';

/**
 * Makes an Ajv validator stop in an array or object after the limit of violations. With `allErrors`, Ajv builds an error for
 * each of 99,000 elements, which takes over a second; without, it reports one error only. A loop that stops has found
 * violations, so the array, or the branch of an `anyOf` that contains it, stays invalid.
 *
 * Ajv has no option for this, but passes the generated code to `code.process`.
 */
export const limitViolations = (code: string): string =>
  code
    .replaceAll(
      /for\(let (i\d+)=0; \1<(\w+); \1\+\+\)/g,
      (_, index, length) =>
        `for(let ${index}=0, errorsBefore_${index}=errors; ${index}<${length} && errors-errorsBefore_${index}<=${limits.violations}; ${index}++)`,
    )
    .replaceAll(
      /for\(const (key\d+) in (\w+)\)\{/g,
      (_, key, object) =>
        `const errorsBefore_${key}=errors;for(const ${key} in ${object}){if(errors-errorsBefore_${key}>${limits.violations})break;`,
    );
