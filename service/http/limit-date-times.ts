/** Valid dates and times are shorter: the service accepts at most seven fraction digits. */
const MAX_LENGTH = 40;

type Format = { validate: (text: string) => boolean };
type Formats = { formats: Record<string, unknown>; addFormat(name: string, format: Format): unknown };

/** Makes Ajv reject long strings first. It would otherwise split them at each `t` and space: 75 ms for 1.5 million. */
export const limitDateTimes = (ajv: Formats): void => {
  const format = ajv.formats['date-time'] as Format;
  ajv.addFormat('date-time', {
    ...format,
    validate: (text) => text.length <= MAX_LENGTH && format.validate(text),
  });
};
