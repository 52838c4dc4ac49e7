import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { type Dispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbookDetails } from '#contract/workbook-management.ts';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconFileSpreadsheet,
  IconUpload,
} from '#kit/icons/icons.ts';
import { ButtonLink } from '#portal/ui/ButtonLink.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import type { EditAction } from '#portal/workbooks/model/design.ts';
import type { SaveStatus } from '#portal/workbooks/model/draft-saver.ts';
import { SaveStatusText } from './SaveStatusText.tsx';

type Props = {
  workbook: WorkbookDetails;
  canUndo: boolean;
  canRedo: boolean;
  hasFields: boolean;
  saveStatus: SaveStatus;
  onCompare: () => void;
  onOpenDialog: (dialog: 'publish' | 'import') => void;
  onDownload: () => void;
  dispatch: Dispatch<EditAction>;
};

export const DesignerActions = memo((props: Props) => {
  const { workbook, canUndo, canRedo, hasFields, saveStatus, onCompare, onOpenDialog, onDownload, dispatch } =
    props;
  const { t } = useTranslation('designer');
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
      <SaveStatusText saveStatus={saveStatus} onCompare={onCompare} />
      <IconButton
        icon={IconArrowBackUp}
        iconSize={18}
        label={t('undo')}
        variant="default"
        size="lg"
        disabled={!canUndo}
        onClick={() => dispatch({ kind: 'undo' })}
      />
      <IconButton
        icon={IconArrowForwardUp}
        iconSize={18}
        label={t('redo')}
        variant="default"
        size="lg"
        disabled={!canRedo}
        onClick={() => dispatch({ kind: 'redo' })}
      />
      <FormMenu hasFields={hasFields} onImport={() => onOpenDialog('import')} onDownload={onDownload} />
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => onOpenDialog('publish')}>
        {t('publish')}
      </Button>
    </>
  );
});

type FormMenuProps = { hasFields: boolean; onImport: () => void; onDownload: () => void };

const FormMenu = ({ hasFields, onImport, onDownload }: FormMenuProps) => {
  const { t } = useTranslation('designer');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('form')}>
          <IconFileSpreadsheet size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onImport}>{t('importForm')}</Menu.Item>
        <Menu.Item onClick={onDownload} disabled={!hasFields}>
          {t('downloadForm')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
