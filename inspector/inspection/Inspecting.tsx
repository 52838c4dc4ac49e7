import { useMemo, useState } from 'react';
import { finishInspection } from '#inspector/store/finish-inspection.ts';
import { openConflicts } from '#inspector/store/open-conflicts.ts';
import { currentLanguage } from '#kit/words.ts';
import { rootLevel } from '#workbook-engine/form.ts';
import { actsOf } from './acts.ts';
import { type Answering, TargetProvider } from './answering.ts';
import { FinishSummary } from './FinishSummary.tsx';
import { placedOf } from './form-pages.ts';
import { Header } from './Header.tsx';
import classes from './InspectionScreen.module.css';
import type { InspectionScreenProps } from './InspectionScreen.tsx';
import { ItemSwitch } from './ItemSwitch.tsx';
import { Notices } from './Notices.tsx';
import { Overview, titleOfPage } from './Overview.tsx';
import { QuestionList } from './QuestionList.tsx';
import { SectionBar } from './SectionBar.tsx';
import type { Unkept } from './unkept.ts';
import { type Live, useJudgedSets } from './use-inspection.ts';
import { usePlace } from './use-place.ts';
import { useInspectionWords } from './words.ts';

type Props = InspectionScreenProps & {
  live: NonNullable<Live>;
  unkept: Unkept;
  hasNotKept: boolean;
  onKeep: (isKept: boolean) => void;
};

export const Inspecting = (props: Props) => {
  const { store, inspectionId, definition, earlier, fetchFile, live, unkept, hasNotKept, onKeep } = props;
  const { inspection, commands } = live;
  const { reading } = inspection;
  const t = useInspectionWords();
  const language = currentLanguage();
  const { form, circumstances, sets } = useJudgedSets(inspection, definition, { now: store.now, language });
  const [sheet, setSheet] = useState<'overview' | 'complete' | null>(null);
  // Whether focus goes elsewhere than back when the sheet is closed.
  const [isGoing, setGoing] = useState(false);
  const open = (which: 'overview' | 'complete') => {
    setGoing(false);
    setSheet(which);
  };
  const go = () => {
    setGoing(true);
    setSheet(null);
  };
  const [isCompleting, setCompleting] = useState(false);
  const place = usePlace(store, inspection, sets);
  const { set, page, target, goToPage, goToQuestion, goToItem } = place;
  const { itemId } = set;
  const acts = useMemo(
    () => actsOf({ store, inspectionId, itemId, form, circumstances, unkept, fetchFile, onKeep }),
    [store, inspectionId, itemId, form, circumstances, unkept, fetchFile, onKeep],
  );

  const isReadOnly = inspection.finishedAt !== null;
  const waiting = commands.filter(({ act }) => act.kind === 'attach').length;
  const conflicts = openConflicts(reading, commands);
  const missing = sets.reduce((sum, { judged }) => sum + (judged?.faults.size ?? 0), 0);
  // What was typed a moment ago may be the last that was missing.
  const isReady = missing === 0 && sets.every(({ judged }) => judged !== null);
  const complete = () => {
    setCompleting(true);
    open('complete');
  };
  const returned = reading?.returns.find(({ completion }) => completion === reading.completion);
  const answering: Answering | null = set.judged && {
    judged: set.judged,
    set: set.set,
    ...{ language, isCompleting, isReadOnly, t },
    teamTitle: inspection.teamTitle,
    conflicts: conflicts.filter((each) => (each.itemId ?? '') === itemId),
    commentsOn: (field) =>
      (returned?.fields ?? [])
        .filter((each) => each.field === field && (each.itemId ?? '') === itemId)
        .map(({ comment }) => ({ comment, userName: returned!.userName })),
    earlier: earlier?.[itemId],
  };
  const labelOf = (item: string, field: string) => {
    const { judged, title } = sets.find((each) => each.itemId === item) ?? set;
    const { root, given } = judged?.filled ?? {};
    const label = (root && given && placedOf(rootLevel(form), field)?.label?.(root, given)) ?? field;
    return sets.length > 1 ? `${title}: ${label}` : label;
  };
  const current = set.pages[page];
  const nextItem = sets[sets.indexOf(set) + 1];
  return (
    <div className={classes.screen} inert={sheet !== null}>
      <Header inspection={inspection} onLeave={props.onLeave} onReport={props.onReport}>
        {sets.length > 1 && <ItemSwitch sets={sets} current={set} onItem={goToItem} />}
      </Header>
      <main className={classes.page}>
        <Notices
          {...{ store, inspection, returned, hasNotKept, waiting, labelOf }}
          onQuestion={goToQuestion}
          onReport={props.onReport}
          isSent={commands.length === 0}
        />
        {!answering && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuch')}
          </p>
        )}
        {answering && current && (
          // Nothing of one page, and nothing of one item, is taken for that of another.
          <div key={`${itemId} ${current.name}`}>
            <h2 className={classes.pageTitle} tabIndex={-1}>
              <span>{titleOfPage(set, current.section) ?? t('general')}</span>
              {set.pages.length > 1 && (
                <small>{t('section', { number: page + 1, of: set.pages.length })}</small>
              )}
            </h2>
            {current.section?.hint && (
              <p className={classes.lead}>
                {current.section.hint(answering.judged.filled.root, answering.judged.filled.given)}
              </p>
            )}
            <TargetProvider value={target}>
              <QuestionList
                fields={current.fields}
                level={rootLevel(form)}
                frame={answering.judged.filled.root}
                path=""
                answering={answering}
                acts={acts}
              />
            </TargetProvider>
          </div>
        )}
      </main>
      <SectionBar
        {...{ page, missing, isReadOnly }}
        pages={set.pages.length}
        answered={set.answered}
        asked={set.asked}
        hasNextItem={nextItem !== undefined}
        onPage={goToPage}
        onNextItem={() => nextItem && goToItem(nextItem.itemId)}
        onOverview={() => open('overview')}
        onComplete={complete}
      />
      <Overview
        {...{ sets, itemId, page, language, isReadOnly, isGoing }}
        isOpen={sheet === 'overview' || (sheet === 'complete' && !isReady)}
        onClose={() => setSheet(null)}
        onPage={(number) => {
          go();
          goToPage(number);
        }}
        onQuestion={(item, path) => {
          go();
          setCompleting(true);
          goToQuestion(item, path);
        }}
        onComplete={complete}
      />
      <FinishSummary
        isOpen={sheet === 'complete' && isReady}
        sets={sets}
        waiting={waiting}
        conflicts={conflicts.length}
        onClose={() => setSheet(null)}
        onFinish={async () => {
          await finishInspection(store, inspectionId).catch(() => onKeep(false));
          setSheet(null);
          window.scrollTo(0, 0);
        }}
      />
    </div>
  );
};
