import { useTranslation } from 'react-i18next';
import { IconCheck, IconChevronLeft, IconChevronRight } from '#kit/icons/icons.ts';
import type { IssueCounts } from './count-issues.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import classes from './InspectionScreen.module.css';

type Props = {
  set: EvaluatedSet;
  pageIndex: number;
  issues: IssueCounts;
  otherIssues: IssueCounts;
  isReadOnly: boolean;
  onSelectPage: (pageIndex: number) => void;
  onSelectNextItem: (() => void) | undefined;
  onOpenOverview: () => void;
  onComplete: () => void;
};

export const SectionBar = (props: Props) => {
  const { set, pageIndex, issues, otherIssues, isReadOnly } = props;
  const { pages, answered, asked } = set;
  const { onSelectPage, onSelectNextItem, onOpenOverview, onComplete } = props;
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
  const isLast = pageIndex >= pages.length - 1;
  const forwardButton = !isLast
    ? ({ key: 'next', onClick: () => onSelectPage(pageIndex + 1) } as const)
    : onSelectNextItem
      ? ({ key: 'nextItem', onClick: onSelectNextItem } as const)
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
          style={{ visibility: pageIndex === 0 ? 'hidden' : 'visible' }}
          onClick={() => onSelectPage(pageIndex - 1)}
        >
          <IconChevronLeft aria-hidden />
        </button>
        <button
          type="button"
          className={`${classes.tap} ${classes.middle}`}
          aria-haspopup="dialog"
          onClick={onOpenOverview}
        >
          <span className={classes.full}>{t('answeredOf', { answered, asked })}</span>
          <span className={classes.brief}>{t('progress', { answered, asked })}</span>
          <small data-missing={hasIssues}>{hasIssues ? issueText : t('nothingMissing')}</small>
        </button>
        {forwardButton && (
          <button
            type="button"
            className={classes.next}
            aria-label={t(forwardButton.key)}
            onClick={forwardButton.onClick}
          >
            <span className={classes.word}>{t(forwardButton.key)}</span>
            <IconChevronRight aria-hidden />
          </button>
        )}
        {!forwardButton && !isReadOnly && (
          <button type="button" className={classes.next} aria-label={t('complete')} onClick={onComplete}>
            <IconCheck aria-hidden />
            <span className={classes.word}>{t('complete')}</span>
          </button>
        )}
      </div>
    </nav>
  );
};
