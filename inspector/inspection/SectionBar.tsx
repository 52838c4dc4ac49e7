import { useTranslation } from 'react-i18next';
import { IconCheck, IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import classes from './InspectionScreen.module.css';

type Props = {
  page: number;
  pages: number;
  answered: number;
  asked: number;
  missing: number;
  isReadOnly: boolean;
  hasNextItem: boolean;
  onPage: (page: number) => void;
  onNextItem: () => void;
  onOverview: () => void;
  onComplete: () => void;
};

/** The bar at the bottom: previous and next section, progress, and missing answers. */
export const SectionBar = (props: Props) => {
  const { page, pages, answered, asked, missing, isReadOnly, hasNextItem } = props;
  const { onPage, onNextItem, onOverview, onComplete } = props;
  const { t } = useTranslation('inspection');
  const isLast = page >= pages - 1;
  return (
    <nav className={classes.bar} aria-label={t('sections')}>
      <span className={classes.meter} aria-hidden>
        <span style={{ width: `${asked === 0 ? 100 : (100 * answered) / asked}%` }} />
      </span>
      <div className={classes.barRow}>
        <button
          type="button"
          className={classes.next}
          data-kind="quiet"
          aria-label={t('previous')}
          style={{ visibility: page === 0 ? 'hidden' : 'visible' }}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft aria-hidden />
        </button>
        <button
          type="button"
          className={`${classes.tap} ${classes.middle}`}
          aria-haspopup="dialog"
          onClick={onOverview}
        >
          <span className={classes.full}>{t('answeredOf', { answered, asked })}</span>
          <span className={classes.brief}>{t('progress', { answered, asked })}</span>
          <small data-missing={missing > 0}>
            {missing > 0 ? t('missingCount', { count: missing }) : t('nothingMissing')}
          </small>
        </button>
        {!isLast ? (
          <button
            type="button"
            className={classes.next}
            aria-label={t('next')}
            onClick={() => onPage(page + 1)}
          >
            <span className={classes.word}>{t('next')}</span>
            <IconChevronRight aria-hidden />
          </button>
        ) : hasNextItem ? (
          <button type="button" className={classes.next} aria-label={t('nextItem')} onClick={onNextItem}>
            <span className={classes.word}>{t('nextItem')}</span>
            <IconChevronRight aria-hidden />
          </button>
        ) : isReadOnly ? (
          <span />
        ) : (
          <button type="button" className={classes.next} aria-label={t('complete')} onClick={onComplete}>
            <IconCheck aria-hidden />
            <span className={classes.word}>{t('complete')}</span>
          </button>
        )}
      </div>
    </nav>
  );
};
