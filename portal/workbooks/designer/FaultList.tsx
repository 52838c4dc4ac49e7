import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { DraftFault } from '#portal/workbooks/model/draft-faults.ts';
import { findNode, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import classes from './Designer.module.css';
import { useDesigner } from './designer-context.ts';
import { useDesignerWords } from './words.ts';

/** What keeps the draft from being published; each leads to its field. */
export const FaultList = ({ onGo }: { onGo: (fault: DraftFault) => void }) => {
  const t = useDesignerWords();
  const { faults, tree } = useDesigner();
  const nameOfField = (key: number | null) => {
    const node = key === null ? undefined : findNode(tree.nodes, key)?.node;
    return node ? nameOf(node) || t('unnamed') : t('ofWorkbook');
  };
  return (
    <ul className={classes.faults} aria-label={t('faultsTitle')}>
      {faults.map((fault) => (
        <li key={`${fault.key} ${fault.member} ${fault.message}`}>
          <UnstyledButton className={classes.fault} onClick={() => onGo(fault)}>
            <IconAlertCircle size={16} aria-hidden />
            <span>
              <strong>{nameOfField(fault.key)}</strong> {fault.message}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};
