import type { WorkbookDetails } from '#contract/workbook-management.ts';
import { exportXlsform } from '#portal/api/workbooks.ts';
import type { FieldNode } from '#portal/workbooks/model/draft-tree.ts';
import { proposeVersion } from '#portal/workbooks/model/next-version.ts';
import { toValidFields } from '#portal/workbooks/model/valid-fields.ts';

export const downloadDraft = async (
  { name, title, versions }: WorkbookDetails,
  draft: { title: string | null; nodes: readonly FieldNode[] },
): Promise<void> => {
  const version = `${proposeVersion(versions)}-draft`.slice(-64);
  const file = await exportXlsform({
    name,
    title: draft.title?.trim() || title,
    version,
    definition: { fields: toValidFields(draft.nodes) },
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name} ${version}.xlsx`;
  link.click();
  // Revoked later: the browser only reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
