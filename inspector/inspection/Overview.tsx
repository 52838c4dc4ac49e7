import { useTranslation } from 'react-i18next';
import { BottomDrawer } from '#kit/BottomDrawer.tsx';
import { IconCheck, IconChevronRight, IconFileText } from '#kit/icons/icons.ts';
import type { Drafts } from '#questions/answer-context.ts';
import { listOpenIssues } from '#questions/open-issues.ts';
import type { FormField } from '#workbook-engine/form.ts';
import type { EvaluatedSet } from './evaluate-sets.ts';
import type { FormPage } from './form-pages.ts';
import classes from './InspectionScreen.module.css';
import sheets from './Sheets.module.css';

type Props = {
  isOpen: boolean;
  sets: readonly EvaluatedSet[];
  /** Typed text that is not a valid answer, by item. */
  drafts: Readonly<Record<string, Drafts>>;
  current: EvaluatedSet;
  page: number;
  isReadOnly: boolean;
  /** Whether the drawer is closing because the inspector is going to another page or question. */
  isNavigating: boolean;
  /** Whether all items combined exceed the inspection's limits. */
  isTooMuch: boolean;
  onClose: () => void;
  onPage: (page: number) => void;
  onQuestion: (itemId: string, path: string) => void;
  onReport: () => void;
  onComplete: () => void;
};

export const Overview = (props: Props) => {
  const { isOpen, sets, drafts, current, page, isReadOnly, isNavigating, isTooMuch } = props;
  const { onClose, onPage, onQuestion, onReport, onComplete } = props;
  const { t } = useTranslation('inspection');
  const { t: tQuestions } = useTranslation('questions');
  const unevaluated = sets.filter(({ evaluated }) => evaluated === null);
  const missing = isOpen
    ? sets.flatMap((set) => {
        const issues = set.evaluated ? listOpenIssues(set.evaluated, tQuestions, drafts[set.itemId]) : [];
        return issues.length > 0 ? [{ set, issues }] : [];
      })
    : [];
  return (
    <BottomDrawer
      isOpen={isOpen}
      onClose={onClose}
      isTall
      title={t('overview')}
      closeLabel={t('close')}
      returnFocus={!isNavigating}
    >
      <h3 className={sheets.sheetTitle}>{t('missingTitle')}</h3>
      {isTooMuch && (
        <p className={classes.notice} data-tone="bad">
          {t('tooMuchInTotal')}
        </p>
      )}
      {unevaluated.map(({ itemId: id, title }) => (
        <p key={id} className={classes.notice} data-tone="bad">
          {sets.length > 1 && `${title}: `}
          {t('tooMuch')}
        </p>
      ))}
      {missing.length === 0 && unevaluated.length === 0 && !isTooMuch && (
        <p className={classes.saved} style={{ padding: '0.5rem 0 1rem' }}>
          <IconCheck size={20} aria-hidden />
          {t('allAnswered')}
        </p>
      )}
      {missing.length > 0 && !isReadOnly && <p style={{ margin: '0 0 0.25rem' }}>{t('missingLead')}</p>}
      {missing.map(({ set, issues }) => (
        <section key={set.itemId} aria-label={set.title}>
          {sets.length > 1 && <h4 style={{ margin: '0.5rem 0 0' }}>{set.title}</h4>}
          <ul className={sheets.list}>
            {issues.map(({ path, message }) => (
              <li key={path}>
                <button
                  type="button"
                  className={sheets.line}
                  data-missing
                  onClick={() => onQuestion(set.itemId, path)}
                >
                  <span>{message}</span>
                  <IconChevronRight size={20} aria-hidden style={{ flex: 'none' }} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <h3 className={sheets.sheetTitle}>{t('sections')}</h3>
      <ul className={sheets.list}>
        {current.pages.map((formPage, number) => (
          <li key={formPage.name}>
            <button
              type="button"
              className={sheets.line}
              aria-current={number === page}
              onClick={() => onPage(number)}
            >
              <span>
                {evaluatePageTitle(current, formPage) ?? `${evaluateLabel(current, formPage.first)} …`}
              </span>
              <small data-done={formPage.answered === formPage.asked}>
                {t('progress', { answered: formPage.answered, asked: formPage.asked })}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <div className={sheets.two}>
        <button type="button" className={classes.next} data-kind="quiet" onClick={onReport}>
          <IconFileText aria-hidden />
          {t('showReport')}
        </button>
        {!isReadOnly && missing.length === 0 && (
          <button type="button" className={classes.next} onClick={onComplete}>
            <IconCheck aria-hidden />
            {t('complete')}
          </button>
        )}
      </div>
    </BottomDrawer>
  );
};

/** undefined means that the page's questions are in no section, or in one without a title. */
export const evaluatePageTitle = ({ evaluated }: EvaluatedSet, { section }: FormPage): string | undefined =>
  section?.label?.(evaluated!.filledForm.root, evaluated!.filledForm.evaluation);

const evaluateLabel = ({ evaluated }: EvaluatedSet, { label, field }: FormField): string =>
  label?.(evaluated!.filledForm.root, evaluated!.filledForm.evaluation) ?? field.name;
