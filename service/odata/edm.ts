/**
 * The types of values in a query (MS-ODATA 2.2.2). `Null` is the type of the literal alone, which stands for a value of
 * any type. A Time is a duration.
 */
export type EdmType =
  | 'Null'
  | 'Boolean'
  | 'Int32'
  | 'Int64'
  | 'Single'
  | 'Double'
  | 'Decimal'
  | 'String'
  | 'DateTime'
  | 'DateTimeOffset'
  | 'Time'
  | 'Guid'
  | 'Binary';

/**
 * To which types a value is promoted where one of them is called for (decision O3). Digits that a Single or a Double
 * cannot hold are lost, as ODataLib loses them.
 */
const PROMOTIONS: Partial<Record<EdmType, readonly EdmType[]>> = {
  Int32: ['Int64', 'Decimal', 'Single', 'Double'],
  Int64: ['Decimal', 'Single', 'Double'],
  Single: ['Double'],
  DateTime: ['DateTimeOffset'],
};

export const canBecome = (from: EdmType, to: EdmType): boolean =>
  from === to || from === 'Null' || (PROMOTIONS[from]?.includes(to) ?? false);

/** The type in which two operands meet, undefined when there is none: Decimal never meets Single or Double. */
export const commonType = (left: EdmType, right: EdmType): EdmType | undefined => {
  if (canBecome(right, left)) return left;
  if (canBecome(left, right)) return right;
  return undefined;
};

export const isNumeric = (type: EdmType): boolean =>
  type === 'Int32' || type === 'Int64' || type === 'Single' || type === 'Double' || type === 'Decimal';

/** A type in a sentence. */
export const aType = (type: EdmType): string => (/^[AEIO]/.test(type) ? `an ${type}` : `a ${type}`);
