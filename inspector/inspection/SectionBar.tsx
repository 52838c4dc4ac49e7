import { useTranslation } from 'react-i18next';
import { IconCheck, IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import type { IssueCounts } from './count-issues.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';

type Props = {
  set: EvaluatedSet;
  page: number;
  issues: IssueCounts;
  otherIssues: IssueCounts;
  isReadOnly: boolean;
  onPage: (page: number) => void;
  /** Undefined if this is the last item. */
  onNextItem: (() => void) | undefined;
  onOverview: () => void;
  onComplete: () => void;
};

export const SectionBar = (props: Props) => {
  const { set, page, issues, otherIssues, isReadOnly } = props;
  const { pages, answered, asked } = set;
  const { onPage, onNextItem, onOverview, onComplete } = props;
  const { t } = useTranslation('inspection');
  const formatIssues = ({ invalid, missing }: IssueCounts) =>
    [
      invalid > 0 && t('invalidCount', { count: invalid }),
      missing > 0 && t('missingCount', { count: missing }),
    ]
      .filter(Boolean)
      .join(', ');
  const hasIssues = issues.count + otherIssues.count > 0;
  const issueText =
    issues.count > 0 ? formatIssues(issues) : t('inOtherItems', { issues: formatIssues(otherIssues) });
  const isLast = page >= pages.length - 1;
  const forward = !isLast
    ? ({ key: 'next', onClick: () => onPage(page + 1) } as const)
    : onNextItem
      ? ({ key: 'nextItem', onClick: onNextItem } as const)
      : undefined;
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
          <small data-missing={hasIssues}>{hasIssues ? issueText : t('nothingMissing')}</small>
        </button>
        {forward && (
          <button
            type="button"
            className={classes.next}
            aria-label={t(forward.key)}
            onClick={forward.onClick}
          >
            <span className={classes.word}>{t(forward.key)}</span>
            <IconChevronRight aria-hidden />
          </button>
        )}
        {!forward && !isReadOnly && (
          <button type="button" className={classes.next} aria-label={t('complete')} onClick={onComplete}>
            <IconCheck aria-hidden />
            <span className={classes.word}>{t('complete')}</span>
          </button>
        )}
      </div>
    </nav>
  );
};
