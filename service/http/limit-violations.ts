import { limits } from '#contract/limits.ts';

/**
 * Makes an Ajv validator leave an array or object after it has found more than the limit of violations in it. With `allErrors`, Ajv would
 * check all 99,000 elements of an array and build as many errors, which takes over a second; without `allErrors` it would report only
 * one. A loop that stops early has found violations, so skipping the rest makes no invalid value valid: neither the array nor a
 * branch of a surrounding `anyOf`.
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
