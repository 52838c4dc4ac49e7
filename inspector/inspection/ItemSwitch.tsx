import { Drawer } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './InspectionScreen.module.css';
import type { JudgedSet } from './judge-sets.ts';
import sheets from './Sheets.module.css';
import { useInspectionWords } from './words.ts';

type Props = { sets: readonly JudgedSet[]; current: JudgedSet; onItem: (itemId: string) => void };

/** Which of several items is at hand, and how far each is. */
export const ItemSwitch = ({ sets, current, onItem }: Props) => {
  const t = useInspectionWords();
  const [isOpen, setOpen] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const number = sets.indexOf(current) + 1;
  return (
    <>
      <button
        type="button"
        className={`${classes.tap} ${classes.wide}`}
        aria-haspopup="dialog"
        onClick={() => {
          setGoing(false);
          setOpen(true);
        }}
      >
        <span>
          {current.title}
          <small style={{ display: 'block', fontWeight: 400 }}>
            {t('item', { number, of: sets.length })} · {t('progress', current)}
          </small>
        </span>
        <IconSelector size={20} aria-hidden />
      </button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="85%"
        title={t('items')}
        closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
        returnFocus={!isGoing}
        transitionProps={{ duration: 0 }}
      >
        <ul className={sheets.list}>
          {sets.map(({ itemId, title, answered, asked }) => (
            <li key={itemId}>
              <button
                type="button"
                className={sheets.line}
                aria-current={itemId === current.itemId}
                onClick={() => {
                  setGoing(true);
                  setOpen(false);
                  onItem(itemId);
                }}
              >
                {title}
                <small data-done={answered === asked}>{t('progress', { answered, asked })}</small>
              </button>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
};
