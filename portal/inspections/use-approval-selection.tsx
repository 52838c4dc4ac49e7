import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import { useHasPermission } from '#portal/session/me.ts';
import type { Column } from '#portal/ui/ListTable.tsx';

const isApprovable = ({ state, approvedAt }: InspectionRow): boolean =>
  state === 'Closed' && approvedAt === null;

/** Selected rows keep the completion that was on screen so that a later completion is never approved unseen. */
export const useApprovalSelection = (rows: readonly InspectionRow[] | undefined) => {
  const { t } = useTranslation('inspections');
  const canReview = useHasPermission('Inspections.Review');
  const [selection, setSelection] = useState<ReadonlyMap<string, InspectionRow>>(new Map());
  const approvableInspections = useMemo(() => rows?.filter(isApprovable) ?? [], [rows]);
  // A selected inspection may have left the list because of a filter or another reviewer.
  const selectedInspections = approvableInspections.flatMap(({ id }) => selection.get(id) ?? []);
  const selectionColumn = useMemo((): Column<InspectionRow> => {
    const areAllSelected =
      approvableInspections.length > 0 && approvableInspections.every(({ id }) => selection.has(id));
    return {
      key: 'select',
      header: (
        <Checkbox
          size="xs"
          aria-label={t('selectAll')}
          disabled={approvableInspections.length === 0}
          checked={areAllSelected}
          indeterminate={!areAllSelected && selection.size > 0}
          onChange={() =>
            setSelection(
              areAllSelected ? new Map() : new Map(approvableInspections.map((row) => [row.id, row])),
            )
          }
        />
      ),
      cell: (row) =>
        isApprovable(row) && (
          <Checkbox
            size="xs"
            aria-label={t('selectOne', { title: row.title })}
            checked={selection.has(row.id)}
            onChange={() =>
              setSelection((currentSelection) => {
                const nextSelection = new Map(currentSelection);
                if (!nextSelection.delete(row.id)) nextSelection.set(row.id, row);
                return nextSelection;
              })
            }
          />
        ),
    };
  }, [approvableInspections, selection, t]);
  return {
    selectionColumn: canReview ? selectionColumn : undefined,
    selectedInspections,
    clearSelection: () => setSelection(new Map()),
  };
};
