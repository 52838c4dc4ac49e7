import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconAlertCircle } from '#kit/icons/icons.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import { findNode, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import classes from './Designer.module.css';
import { useDesigner } from './designer-context.ts';

/** The errors that prevent publishing. Selecting one shows its field. */
export const ErrorList = ({ onGo }: { onGo: (issue: DraftError) => void }) => {
  const { t } = useTranslation('designer');
  const { errors, tree } = useDesigner();
  const nameOfField = (key: number | null) => {
    const node = key === null ? undefined : findNode(tree.nodes, key)?.node;
    return node ? nameOf(node) || t('unnamed') : t('workbookItself');
  };
  return (
    <ul className={classes.errors} aria-label={t('errorsTitle')}>
      {errors.map((issue) => (
        <li key={`${issue.key} ${issue.member} ${issue.message}`}>
          <UnstyledButton className={classes.issue} onClick={() => onGo(issue)}>
            <IconAlertCircle size={16} aria-hidden />
            <span>
              <strong>{nameOfField(issue.key)}</strong> {issue.message}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
