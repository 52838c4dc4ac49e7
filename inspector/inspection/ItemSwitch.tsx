import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSelector } from '#kit/icons/icons.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = { sets: readonly EvaluatedSet[]; current: EvaluatedSet; onItem: (itemId: string) => void };

/** Switches between the items of an inspection, and shows the progress of each. */
export const ItemSwitch = ({ sets, current, onItem }: Props) => {
  const { t } = useTranslation('inspection');
  const [isOpen, setOpen] = useState(false);
  const [isNavigating, setNavigating] = useState(false);
  const number = sets.indexOf(current) + 1;
  return (
    <>
      <button
        type="button"
        className={`${classes.tap} ${classes.wide}`}
        aria-haspopup="dialog"
        onClick={() => {
          setNavigating(false);
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
        returnFocus={!isNavigating}
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
                  setNavigating(true);
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
