import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAlertCircle } from '#kit/icons/icons.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import { findNode, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import classes from './Designer.module.css';
import { useDesigner } from './designer-context.ts';

export const ErrorList = ({ onSelect }: { onSelect: (error: DraftError) => void }) => {
  const { t } = useTranslation('designer');
  const { errors, tree } = useDesigner();
  const findFieldName = (key: number | null) => {
    const node = key === null ? undefined : findNode(tree.nodes, key)?.node;
    return node ? nameOf(node) || t('unnamed') : t('workbook');
  };
  return (
    <ul className={classes.errors} aria-label={t('errorsTitle')}>
      {errors.map((error) => (
        <li key={`${error.key} ${error.property} ${error.message}`}>
          <UnstyledButton className={classes.error} onClick={() => onSelect(error)}>
            <IconAlertCircle size={16} aria-hidden />
            <span>
              <strong>{findFieldName(error.key)}</strong> {error.message}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
