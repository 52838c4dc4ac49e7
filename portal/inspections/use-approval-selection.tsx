import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InspectionRow } from '#contract/result.ts';
import { useHasPermission } from '#portal/session/me.ts';
import type { Column } from '#portal/ui/ListTable.tsx';

const canBeApproved = ({ state, approvedAt }: InspectionRow): boolean =>
  state === 'Closed' && approvedAt === null;

/**
 * The inspections that a reviewer has selected for approval, as they looked when they were selected: a later completion
 * is not approved unseen.
 */
export const useApprovalSelection = (rows: readonly InspectionRow[] | undefined) => {
  const { t } = useTranslation('inspections');
  const canReview = useHasPermission('Inspections.Review');
  const [selection, setSelection] = useState<ReadonlyMap<string, InspectionRow>>(new Map());
  const open = useMemo(() => rows?.filter(canBeApproved) ?? [], [rows]);
  // Filters and other reviewers remove inspections from the list.
  const selected = open.flatMap(({ id }) => selection.get(id) ?? []);
  const column = useMemo((): Column<InspectionRow> => {
    const isAll = open.length > 0 && open.every(({ id }) => selection.has(id));
    return {
      key: 'select',
      head: (
        <Checkbox
          size="xs"
          aria-label={t('selectAll')}
          disabled={open.length === 0}
          checked={isAll}
          indeterminate={!isAll && selection.size > 0}
          onChange={() => setSelection(isAll ? new Map() : new Map(open.map((row) => [row.id, row])))}
        />
      ),
      cell: (row) =>
        canBeApproved(row) && (
          <Checkbox
            size="xs"
            aria-label={t('selectOne', { title: row.title })}
            checked={selection.has(row.id)}
            onChange={() =>
              setSelection((before) => {
                const next = new Map(before);
                if (!next.delete(row.id)) next.set(row.id, row);
                return next;
              })
            }
          />
        ),
    };
  }, [open, selection, t]);
  return { column: canReview ? column : undefined, selected, clear: () => setSelection(new Map()) };
};
