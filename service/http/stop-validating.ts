import { limits } from '#contract/limits.ts';

/**
 * Lets a validator that Ajv has generated leave a list or an object once it has found more than the limit of violations
 * in it. Ajv with `allErrors` would look at all 99,000 elements of a list and build as many errors, which takes over a
 * second; without `allErrors` it would report one. A loop that is left has found violations, so what is not looked at
 * can make nothing valid that is not: neither the list nor a branch of `anyOf` around it.
 *
 * Ajv offers no option for this, but hands the code it generates to `code.process`.
 */
export const stopValidating = (code: string): string =>
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
