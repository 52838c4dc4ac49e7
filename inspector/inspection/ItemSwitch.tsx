import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomDrawer } from '#kit/BottomDrawer.tsx';
import { IconSelector } from '#kit/icons/icons.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  sets: readonly EvaluatedSet[];
  currentSet: EvaluatedSet;
  onSelectItem: (itemId: string) => void;
};

export const ItemSwitch = ({ sets, currentSet, onSelectItem }: Props) => {
  const { t } = useTranslation('inspection');
  const [isOpen, setOpen] = useState(false);
  const [isNavigating, setNavigating] = useState(false);
  const number = sets.indexOf(currentSet) + 1;
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
          {currentSet.title}
          <small style={{ display: 'block', fontWeight: 400 }}>
            {t('item', { number, total: sets.length })} · {t('progress', currentSet)}
          </small>
        </span>
        <IconSelector size={20} aria-hidden />
      </button>
      <BottomDrawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isTall
        title={t('items')}
        closeLabel={t('close')}
        returnFocus={!isNavigating}
      >
        <ul className={sheets.list}>
          {sets.map(({ itemId, title, answered, asked }) => (
            <li key={itemId}>
              <button
                type="button"
                className={sheets.line}
                aria-current={itemId === currentSet.itemId}
                onClick={() => {
                  setNavigating(true);
                  setOpen(false);
                  onSelectItem(itemId);
                }}
              >
                <span>{title}</span>
                <small data-done={answered === asked}>{t('progress', { answered, asked })}</small>
              </button>
            </li>
          ))}
        </ul>
      </BottomDrawer>
    </>
  );
};
