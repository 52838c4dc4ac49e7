import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Answers } from '#workbook-engine/answer.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import type { FormField } from '#workbook-engine/form.ts';
import { useTarget } from './answering.ts';
import { ConflictNote } from './ConflictNote.tsx';
import { countOf } from './form-pages.ts';
import inputs from './inputs.module.css';
import classes from './Question.module.css';
import { QuestionList, type Standing } from './QuestionList.tsx';
import { EarlierNote, ReviewNote } from './QuestionNotes.tsx';
import { factsOfQuestion } from './question-facts.ts';
import { RemarkEditor } from './RemarkEditor.tsx';
import { summaryOf } from './summary-of-entry.ts';
import { useInspectionWords } from './words.ts';

/** What may be answered several times over: entries, folded but for the one at hand. */
export const RepeatAnswer = ({ placed, ...standing }: Standing & { placed: FormField }) => {
  const { frame, path, answering, acts } = standing;
  const t = useInspectionWords();
  const target = useTarget();
  const facts = factsOfQuestion(placed, standing);
  const { label } = facts;
  const here = path + placed.field.name;
  const entries = frame.values[placed.slot] as readonly Frame[];
  const [open, setOpen] = useState<number | null>(null);
  const [fresh, setFresh] = useState<number | null>(null);
  const [removed, setRemoved] = useState<{ place: number; entry: Answers } | null>(null);

  useEffect(() => {
    if (target?.path.startsWith(`${here}[`)) setOpen(Number.parseInt(target.path.slice(here.length + 1), 10));
  }, [target, here]);

  const remove = async (place: number) => {
    const entry = entries[place]!.answers;
    await acts.removeEntry(here, place);
    setRemoved({ place, entry });
    setOpen(null);
    setFresh(null);
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>
        {label}
        {facts.isRequired && <span className={classes.required}> {t('required')}</span>}
      </legend>
      {facts.hint !== undefined && <p className={classes.hint}>{facts.hint}</p>}
      {facts.comments.map((each) => (
        <ReviewNote key={each.comment} {...each} />
      ))}
      {entries.length === 0 && <p className={classes.hint}>{t('noEntries')}</p>}
      {entries.map((entry, place) => (
        <Entry
          key={entry.position}
          {...{ placed, standing, entry, place, label }}
          isOpen={open === place}
          isFresh={fresh === place}
          onFold={() => setOpen(open === place ? null : place)}
          onRemove={() => remove(place)}
        />
      ))}
      <div aria-live="polite">
        {removed && (
          <div className={classes.undo}>
            {t('entryRemoved', { label, number: removed.place + 1 })}
            <button
              type="button"
              className={inputs.small}
              // biome-ignore lint/a11y/noAutofocus: the button that had it is gone
              autoFocus
              onClick={async () => {
                await acts.restoreEntry(here, removed.place, removed.entry);
                setRemoved(null);
              }}
            >
              {t('undo')}
            </button>
          </div>
        )}
        {facts.error !== undefined && <p className={classes.error}>{facts.error}</p>}
      </div>
      {facts.conflicts.map((conflict) => (
        <ConflictNote
          key={String(conflict.isRemark)}
          {...{ conflict, placed, acts }}
          isReadOnly={answering.isReadOnly}
        />
      ))}
      {facts.earlier && <EarlierNote {...facts.earlier} />}
      {!answering.isReadOnly && (
        <button
          type="button"
          className={inputs.add}
          style={{ marginTop: 12 }}
          onClick={async () => {
            setRemoved(null);
            await acts.addEntry(here, placed.entry!);
            setOpen(entries.length);
            setFresh(entries.length);
          }}
        >
          <IconPlus aria-hidden />
          {t('addEntry', { label })}
        </button>
      )}
      {facts.remark !== undefined && (
        <div className={classes.tools}>
          <RemarkEditor field={placed.field} facts={facts} acts={acts} isReadOnly={answering.isReadOnly} />
        </div>
      )}
    </fieldset>
  );
};

type EntryProps = {
  placed: FormField;
  standing: Standing;
  entry: Frame;
  place: number;
  label: string;
  isOpen: boolean;
  /** It was just added, to be filled in. */
  isFresh: boolean;
  onFold: () => void;
  onRemove: () => void;
};

const Entry = ({ placed, standing, entry, place, label, isOpen, isFresh, onFold, onRemove }: EntryProps) => {
  const { answering, path } = standing;
  const t = useInspectionWords();
  const level = placed.entry!;
  const fields = placed.field.fields ?? [];
  const here = `${path}${placed.field.name}[${place}].`;
  const names = { label, number: place + 1 };
  const hasFailed = [...answering.judged.failures].some((failure) => failure.startsWith(here));
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFresh) ref.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isFresh]);
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={onFold}>
          <Sign size={20} aria-hidden />
          <span className={classes.summary}>
            <strong>{t('entry', names)}</strong>
            {hasFailed && <strong className={classes.error}> {t('fails')}</strong>}
            <small>
              {summaryOf(placed, entry, answering.judged.filled.given) ||
                t('answeredOf', countOf(level, entry, fields))}
            </small>
          </span>
        </button>
        {!answering.isReadOnly && (
          <button
            type="button"
            className={inputs.small}
            aria-label={t('removeEntry', names)}
            onClick={onRemove}
          >
            <IconTrash size={20} aria-hidden />
          </button>
        )}
      </div>
      {isOpen && (
        <div ref={ref}>
          <QuestionList {...standing} fields={fields} level={level} frame={entry} path={here} />
        </div>
      )}
    </div>
  );
};
