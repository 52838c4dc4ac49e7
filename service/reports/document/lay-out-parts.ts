import { formatFile } from '#report/format-upload.ts';
import type { AnswerNotes, ReportAnswer, ReportPart, ReportRepeat } from '#report/item-content.ts';
import type { ReportedUpload } from '#report/report-data.ts';
import type { ReportFormat } from '#report/report-format.ts';
import { type Block, createBlock, estimateLines, placeUnderHeading } from './keep-together.ts';
import { layOutInstanceGrid } from './lay-out-grid.ts';
import type { Gallery } from './lay-out-pictures.ts';
import type { Node, TextRun } from './report-node.ts';
import {
  COLORS,
  CONTENT_WIDTH,
  createSpace,
  GUTTER,
  HAIRLINE,
  LABEL_WIDTH,
  ROW,
  ROW_ABOVE_PICTURES,
  SIZES,
  UNDERLINED,
} from './report-style.ts';

export type LayoutContext = {
  format: ReportFormat;
  gallery: Gallery;
  uploads: Readonly<Record<string, ReportedUpload>>;
  hasSectionBookmarks: boolean;
};

const LABEL_CHARACTERS = 28;
const ANSWER_CHARACTERS = 46;
const TITLE_CHARACTERS = 60;
const SIGNATURE = { width: 190, height: 72, lines: 7 } as const;

export const layOutParts = (parts: readonly ReportPart[], context: LayoutContext, depth = 0): Block[] =>
  parts.flatMap((part, index): Block[] => {
    if (part.kind === 'answer') {
      const answer = layOutAnswer(part, context);
      const isAfterSection = index > 0 && parts[index - 1]!.kind !== 'answer';
      return isAfterSection ? placeUnderHeading(layOutSectionEnd(depth), answer) : answer;
    }
    if (part.kind === 'repeat') return layOutRepeat(part, context, depth);
    return placeUnderHeading(
      layOutHeading(part.title, depth, context),
      layOutParts(part.parts, context, depth + 1),
    );
  });

const layOutHeading = (title: string, depth: number, { hasSectionBookmarks }: LayoutContext): Block => {
  const isMain = depth === 0;
  const text: Node = {
    text: title,
    bold: true,
    fontSize: isMain ? SIZES.section : SIZES.subsection,
    color: isMain ? COLORS.ink : COLORS.accent,
    ...(isMain && hasSectionBookmarks && { outline: true }),
  };
  const node: Node = isMain
    ? { table: { widths: [CONTENT_WIDTH], body: [[text]] }, layout: UNDERLINED, margin: [0, 20, 0, 2] }
    : { ...text, margin: [0, 12, 0, 1] };
  return createBlock(node, estimateLines(title, TITLE_CHARACTERS) + 2);
};

/** Separates the next question from the section or repeat above. */
const layOutSectionEnd = (depth: number): Block => {
  const line: Node = { table: { widths: [CONTENT_WIDTH], body: [[{ stack: [] }]] }, layout: UNDERLINED };
  return createBlock(depth === 0 ? { ...line, margin: [0, 20, 0, 2] } : createSpace(12), 2);
};

const layOutAnswer = (answer: ReportAnswer, context: LayoutContext): Block[] => {
  const { label, text, notes, hasFailed, commentPictures } = answer;
  const lines =
    Math.max(estimateLines(label, LABEL_CHARACTERS), estimateLines(text, ANSWER_CHARACTERS)) +
    notes.reduce((sum, note) => sum + estimateLines(note.title + note.text, ANSWER_CHARACTERS), 0) +
    (answer.type === 'signature' ? SIGNATURE.lines : 0);
  const labelNode: Node = { text: label, color: hasFailed ? COLORS.failed : COLORS.muted };
  const pictures = [
    ...(answer.type === 'photo' ? context.gallery.layOut(answer.uploads, true) : []),
    ...context.gallery.layOut(commentPictures, false),
  ];
  const row = createBlock(
    {
      table: {
        widths: [LABEL_WIDTH, CONTENT_WIDTH - LABEL_WIDTH - GUTTER],
        body: [[labelNode, { stack: [layOutAnswerNode(answer, context), ...layOutNotes(notes)] }]],
      },
      layout: pictures.length === 0 ? ROW : ROW_ABOVE_PICTURES,
    },
    lines,
  );
  return pictures.length === 0 ? [row] : [...placeUnderHeading(row, pictures), RULE_BLOCK];
};

const RULE_BLOCK: Block = {
  node: { table: { widths: [CONTENT_WIDTH], body: [[{ stack: [] }]] }, layout: HAIRLINE },
  lines: 1,
};

const layOutAnswerNode = (answer: ReportAnswer, { format, uploads }: LayoutContext): Node => {
  const { t } = format;
  const [upload] = answer.uploads;
  if (answer.type === 'signature' && upload !== undefined && uploads[upload]?.isPicture) {
    return { image: upload, fit: [SIGNATURE.width, SIGNATURE.height] };
  }
  const text =
    answer.type === 'photo'
      ? formatPictureCount(answer, format)
      : answer.text || formatFileAnswer(answer, uploads, format);
  if (text === '') return { text: '–', color: COLORS.muted };
  const runs: TextRun[] = [{ text, ...(answer.hasFailed && { bold: true, color: COLORS.failed }) }];
  if (answer.hasFailed) runs.push({ text: `   ${t('failed')}`, fontSize: SIZES.small, color: COLORS.failed });
  if (answer.isFromTask)
    runs.push({ text: `   ${t('fromTask')}`, fontSize: SIZES.small, color: COLORS.muted });
  return { text: runs };
};

const formatPictureCount = ({ uploads }: ReportAnswer, { t }: ReportFormat): string =>
  uploads.length === 0 ? '' : t('pictures', { count: uploads.length });

const formatFileAnswer = (
  { uploads: [id] }: ReportAnswer,
  uploads: LayoutContext['uploads'],
  format: ReportFormat,
): string => {
  if (id === undefined) return '';
  const upload = uploads[id];
  return upload ? formatFile(upload, format) : format.t('notReceived');
};

const layOutNotes = (notes: AnswerNotes['notes']): Node[] =>
  notes.map(({ title, text }) => ({
    text: [{ text: `${title}: `, color: COLORS.muted, bold: true }, { text }],
    fontSize: SIZES.note,
    color: COLORS.muted,
    margin: [0, 3, 0, 0],
  }));

const layOutRepeat = (repeat: ReportRepeat, context: LayoutContext, depth: number): Block[] => {
  const { title, instances, notes, commentPictures } = repeat;
  const noteBlocks = layOutNotes(notes).map((node, index) =>
    createBlock(node, estimateLines(notes[index]!.text, ANSWER_CHARACTERS)),
  );
  const pictures = context.gallery.layOut(commentPictures, false);
  const body =
    instances.length === 0
      ? [createBlock({ text: '–', color: COLORS.muted, margin: [0, 4, 0, 4] }, 1)]
      : (layOutInstanceGrid(instances, context.format) ??
        instances.flatMap((instance, index) => layOutInstance(instance, { title, index, context, depth })));
  return placeUnderHeading(layOutHeading(title, depth, context), [...noteBlocks, ...pictures, ...body]);
};

const layOutInstance = (
  instance: readonly ReportPart[],
  { title, index, context, depth }: { title: string; index: number; context: LayoutContext; depth: number },
): Block[] =>
  placeUnderHeading(
    createBlock(
      { text: `${title} ${index + 1}`, bold: true, margin: [0, 10, 0, 1] },
      estimateLines(title, TITLE_CHARACTERS) + 1,
    ),
    layOutParts(instance, context, depth + 1),
  );
