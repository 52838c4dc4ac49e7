import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { exportXlsform } from '#portal/api/workbooks.ts';
import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';
import { nextVersion } from '#portal/workbooks/model/next-version.ts';
import { soundFields } from '#portal/workbooks/model/sound-fields.ts';

/** Saves a draft as a form of XLSForm on the reader's machine, as it is at this moment; what is unfinished is left out. */
export const downloadDraft = async (
  { name, title, versions }: WholeWorkbook,
  draft: { title: string | null; nodes: readonly FieldNode[] },
): Promise<void> => {
  const version = `${nextVersion(versions)}-draft`.slice(-64);
  const file = await exportXlsform({
    name,
    title: draft.title?.trim() || title,
    version,
    definition: { fields: soundFields(draft.nodes) },
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name} ${version}.xlsx`;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
