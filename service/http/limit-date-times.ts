/** No date and time has more characters than this: the service accepts seven fraction digits. */
const MAX_LENGTH = 40;

type Format = { validate: (text: string) => boolean };
type Formats = { formats: Record<string, unknown>; addFormat(name: string, format: Format): unknown };

/** Ajv would split a string at each `t` and space before rejecting it, which takes 75 ms for 1.5 million. */
export const limitDateTimes = (ajv: Formats): void => {
  const format = ajv.formats['date-time'] as Format;
  ajv.addFormat('date-time', {
    ...format,
    validate: (text) => text.length <= MAX_LENGTH && format.validate(text),
  });
};
