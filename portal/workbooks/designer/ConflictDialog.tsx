import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#contract/workbook-draft.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { findDraft } from '#portal/api/workbooks.ts';
import { useNames } from '#portal/people/use-names.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { DiffList } from '#portal/workbooks/fields/DiffList.tsx';
import { fieldsOfTree } from '#portal/workbooks/model/draft-tree.ts';
import { diffDefinitions } from '#workbook-engine/diff-definitions.ts';
import { useDesigner } from './designer-context.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  onKeepMine: (theirs: Draft | null) => void;
  onUseTheirs: (theirs: Draft | null) => void;
};

/** Shows the differences between two drafts, and asks which one to keep. */
export const ConflictDialog = ({ isOpen, onClose, onKeepMine, onUseTheirs }: Props) => {
  const { t } = useTranslation('designer');
  const nameOf = useNames();
  const { t: general } = useTranslation('general');
  const { workbookId, tree } = useDesigner();
  const theirs = useQuery({
    queryKey: ['draft', workbookId, 'theirs'],
    queryFn: () => findDraft(workbookId),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const { data, error, isFetching } = theirs;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('conflictTitle')}
      size="xl"
      closeButtonProps={{ 'aria-label': general('close') }}
    >
      <Stack>
        {error && <ProblemNote problem={error} onRetry={() => void theirs.refetch()} />}
        {isFetching && <Skeleton height={160} />}
        {!isFetching && data !== undefined && (
          <>
            <Text size="sm">
              {data === null
                ? t('conflictGone')
                : t('conflictSaved', {
                    name: nameOf(data.modifiedBy),
                    moment: formatDateTime(data.modificationTime, currentLanguage()),
                  })}
            </Text>
            {data && <DiffList diff={diffDefinitions(data, { fields: fieldsOfTree(tree.nodes) })} />}
            <Text size="sm" c="dimmed">
              {t('undoHint')}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onUseTheirs(data)}>
                {data === null ? t('dropMine') : t('takeTheirs')}
              </Button>
              <Button onClick={() => onKeepMine(data)}>
                {data === null ? t('newDraftWithMine') : t('keepMine')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
};
