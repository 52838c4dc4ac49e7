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
  drafts: Readonly<Record<string, Drafts>>;
  currentSet: EvaluatedSet;
  pageIndex: number;
  isReadOnly: boolean;
  /** Whether the drawer is closing to navigate to another page or question. */
  isNavigating: boolean;
  isTooLarge: boolean;
  onClose: () => void;
  onSelectPage: (pageIndex: number) => void;
  onSelectQuestion: (itemId: string, path: string) => void;
  onOpenReport: () => void;
  onComplete: () => void;
};

export const Overview = (props: Props) => {
  const { isOpen, sets, drafts, currentSet, pageIndex, isReadOnly, isNavigating, isTooLarge } = props;
  const { onClose, onSelectPage, onSelectQuestion, onOpenReport, onComplete } = props;
  const { t } = useTranslation('inspection');
  const { t: tQuestions } = useTranslation('questions');
  const unevaluatedSets = sets.filter(({ evaluatedForm }) => evaluatedForm === null);
  const setsWithIssues = isOpen
    ? sets.flatMap((set) => {
        const issues = set.evaluatedForm
          ? listOpenIssues(set.evaluatedForm, tQuestions, drafts[set.itemId])
          : [];
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
      {isTooLarge && (
        <p className={classes.notice} data-tone="bad">
          {t('tooMuchInTotal')}
        </p>
      )}
      {unevaluatedSets.map(({ itemId: id, title }) => (
        <p key={id} className={classes.notice} data-tone="bad">
          {sets.length > 1 && `${title}: `}
          {t('tooMuch')}
        </p>
      ))}
      {setsWithIssues.length === 0 && unevaluatedSets.length === 0 && !isTooLarge && (
        <p className={classes.saved} style={{ padding: '0.5rem 0 1rem' }}>
          <IconCheck size={20} aria-hidden />
          {t('allAnswered')}
        </p>
      )}
      {setsWithIssues.length > 0 && !isReadOnly && (
        <p style={{ margin: '0 0 0.25rem' }}>{t('missingLead')}</p>
      )}
      {setsWithIssues.map(({ set, issues }) => (
        <section key={set.itemId} aria-label={set.title}>
          {sets.length > 1 && <h4 style={{ margin: '0.5rem 0 0' }}>{set.title}</h4>}
          <ul className={sheets.list}>
            {issues.map(({ path, message }) => (
              <li key={path}>
                <button
                  type="button"
                  className={sheets.line}
                  data-missing
                  onClick={() => onSelectQuestion(set.itemId, path)}
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
        {currentSet.pages.map((formPage, number) => (
          <li key={formPage.name}>
            <button
              type="button"
              className={sheets.line}
              aria-current={number === pageIndex}
              onClick={() => onSelectPage(number)}
            >
              <span>
                {evaluatePageTitle(currentSet, formPage) ??
                  `${evaluateLabel(currentSet, formPage.firstQuestion)} …`}
              </span>
              <small data-done={formPage.answered === formPage.asked}>
                {t('progress', { answered: formPage.answered, asked: formPage.asked })}
              </small>
            </button>
          </li>
        ))}
      </ul>
      <div className={sheets.two}>
        <button type="button" className={classes.next} data-kind="quiet" onClick={onOpenReport}>
          <IconFileText aria-hidden />
          {t('showReport')}
        </button>
        {!isReadOnly && setsWithIssues.length === 0 && (
          <button type="button" className={classes.next} onClick={onComplete}>
            <IconCheck aria-hidden />
            {t('complete')}
          </button>
        )}
      </div>
    </BottomDrawer>
  );
};

/** Returns undefined for pages outside sections, and for untitled sections. */
export const evaluatePageTitle = (
  { evaluatedForm }: EvaluatedSet,
  { section }: FormPage,
): string | undefined =>
  section?.label?.(evaluatedForm!.filledForm.root, evaluatedForm!.filledForm.evaluation);

const evaluateLabel = ({ evaluatedForm }: EvaluatedSet, { label, field }: FormField): string =>
  label?.(evaluatedForm!.filledForm.root, evaluatedForm!.filledForm.evaluation) ?? field.name;
