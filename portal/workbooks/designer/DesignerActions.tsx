import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconFileSpreadsheet,
  IconUpload,
} from '@tabler/icons-react';
import { ButtonLink } from '#portal/frame/ButtonLink.tsx';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import type { History } from '#portal/workbooks/model/history.ts';
import { useDesigner } from './designer-context.ts';
import { SaveState } from './SaveState.tsx';
import { useDesignerWords } from './words.ts';

type Props = {
  history: History<DraftDocument>;
  saving: Saving;
  onCompare: () => void;
  onDialog: (dialog: 'publish' | 'import') => void;
};

/** What can be done with the whole draft, and whether it is saved. */
export const DesignerActions = ({ history, saving, onCompare, onDialog }: Props) => {
  const t = useDesignerWords();
  const { workbookId, act } = useDesigner();
  return (
    <>
      <Tooltip label={t('back')}>
        <ButtonLink
          variant="default"
          px="xs"
          to="/workbooks/$workbookId"
          params={{ workbookId }}
          aria-label={t('back')}
        >
          <IconArrowLeft size={18} aria-hidden />
        </ButtonLink>
      </Tooltip>
      <SaveState saving={saving} onCompare={onCompare} />
      <Tooltip label={t('undo')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('undo')}
          disabled={history.past.length === 0}
          onClick={() => act({ kind: 'undo' })}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('redo')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('redo')}
          disabled={history.future.length === 0}
          onClick={() => act({ kind: 'redo' })}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('importForm')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('importForm')}
          onClick={() => onDialog('import')}
        >
          <IconFileSpreadsheet size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => onDialog('publish')}>
        {t('publish')}
      </Button>
    </>
  );
};
