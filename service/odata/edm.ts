/** See MS-ODATA 2.2.2. `Null` is the type of the literal `null` and converts to any type. A Time is a duration. */
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

/** See decision O3. As in ODataLib, promotion to Single or Double can lose digits. */
const PROMOTIONS: Partial<Record<EdmType, readonly EdmType[]>> = {
  Int32: ['Int64', 'Decimal', 'Single', 'Double'],
  Int64: ['Decimal', 'Single', 'Double'],
  Single: ['Double'],
  DateTime: ['DateTimeOffset'],
};

export const isPromotable = (from: EdmType, to: EdmType): boolean =>
  from === to || from === 'Null' || (PROMOTIONS[from]?.includes(to) ?? false);

/** Returns undefined if there is no common type, as with Decimal and Double. */
export const findCommonType = (left: EdmType, right: EdmType): EdmType | undefined => {
  if (isPromotable(right, left)) return left;
  return isPromotable(left, right) ? right : undefined;
};

export const isNumeric = (type: EdmType): boolean =>
  type === 'Int32' || type === 'Int64' || type === 'Single' || type === 'Double' || type === 'Decimal';

export const addArticle = (type: EdmType): string => (/^[AEIO]/.test(type) ? `an ${type}` : `a ${type}`);
