import { limits } from '#contract/limits.ts';

/**
 * Patches the code that Ajv generates so that validation stops at the maximum number of violations in an array or
 * object. With `allErrors`, Ajv would take over a second to build errors for 99,000 elements; without it, Ajv
 * reports only one error. A loop that stops early has found violations, so the value remains invalid.
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
