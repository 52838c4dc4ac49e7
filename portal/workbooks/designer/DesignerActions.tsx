import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconFileSpreadsheet,
  IconUpload,
} from '@tabler/icons-react';
import type { WholeWorkbook } from '#contract/workbook-management.ts';
import { ButtonLink } from '#portal/frame/ButtonLink.tsx';
import { useProblemText } from '#portal/frame/ProblemNote.tsx';
import type { DraftDocument } from '#portal/workbooks/model/design.ts';
import type { Saving } from '#portal/workbooks/model/draft-saver.ts';
import type { History } from '#portal/workbooks/model/history.ts';
import { downloadDraft } from '#portal/workbooks/xlsform/download-draft.ts';
import { useDesigner } from './designer-context.ts';
import { SaveState } from './SaveState.tsx';
import { useDesignerWords } from './words.ts';

type Props = {
  workbook: WholeWorkbook;
  history: History<DraftDocument>;
  saving: Saving;
  onCompare: () => void;
  onDialog: (dialog: 'publish' | 'import') => void;
};

/** What can be done with the whole draft, and whether it is saved. */
export const DesignerActions = ({ workbook, history, saving, onCompare, onDialog }: Props) => {
  const t = useDesignerWords();
  const { act } = useDesigner();
  return (
    <>
      <Tooltip label={t('back')}>
        <ButtonLink
          variant="default"
          px="xs"
          to="/workbooks/$workbookId"
          params={{ workbookId: workbook.id }}
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
      <FormMenu workbook={workbook} draft={history.present} onImport={() => onDialog('import')} />
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => onDialog('publish')}>
        {t('publish')}
      </Button>
    </>
  );
};

type FormProps = { workbook: WholeWorkbook; draft: DraftDocument; onImport: () => void };

const FormMenu = ({ workbook, draft: { title, tree }, onImport }: FormProps) => {
  const t = useDesignerWords();
  const say = useProblemText();
  const download = () =>
    void downloadDraft(workbook, { title, nodes: tree.nodes }).catch((problem) =>
      showNotification({ color: 'red', message: say(problem) }),
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('form')}>
          <IconFileSpreadsheet size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onImport}>{t('importForm')}</Menu.Item>
        <Menu.Item onClick={download} disabled={tree.nodes.length === 0}>
          {t('downloadForm')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
