import type { FieldType } from '#contract/workbook-definition.ts';
import {
  IconAlignLeft,
  IconBarcode,
  IconCalendar,
  IconCalendarTime,
  IconCamera,
  IconCheckbox,
  IconCircleDot,
  IconClock,
  IconDecimal,
  IconFile,
  IconFolder,
  IconHash,
  IconInfoCircle,
  IconLetterT,
  IconMapPin,
  IconMathFunction,
  IconQuestionMark,
  IconRepeat,
  IconToggleLeft,
  IconWritingSign,
} from '#kit/icons/icons.ts';

const icons: Readonly<Record<FieldType, typeof IconHash>> = {
  text: IconLetterT,
  longText: IconAlignLeft,
  barcode: IconBarcode,
  integer: IconHash,
  decimal: IconDecimal,
  calculated: IconMathFunction,
  boolean: IconToggleLeft,
  singleChoice: IconCircleDot,
  multiChoice: IconCheckbox,
  date: IconCalendar,
  time: IconClock,
  dateTime: IconCalendarTime,
  photo: IconCamera,
  signature: IconWritingSign,
  file: IconFile,
  location: IconMapPin,
  note: IconInfoCircle,
  section: IconFolder,
  repeat: IconRepeat,
};

/** Hidden from screen readers: the type is also shown as text. */
export const FieldIcon = ({ type }: { type: string | undefined }) => {
  const Icon = type !== undefined && Object.hasOwn(icons, type) ? icons[type as FieldType] : IconQuestionMark;
  return <Icon size={16} stroke={1.75} aria-hidden />;
};
