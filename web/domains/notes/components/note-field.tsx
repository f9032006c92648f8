import { type ComponentProps, useId, useState } from 'react';
import { maxNoteLength } from '#contract/schemas/notes.ts';
import { Textarea } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { NoteMarkdown } from './note-markdown.tsx';

const modes = [
  ['write', 'Write'],
  ['preview', 'Preview'],
] as const;

/** The text area of a note. Once it contains text, the user can switch to a preview of its Markdown. */
export const NoteField = ({
  value,
  ...props
}: Omit<ComponentProps<typeof Textarea>, 'label' | 'value' | 'maxLength'> & { value: string }) => {
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const headingId = useId();
  const isEmpty = value.trim() === '';
  // If the text is emptied, the preview ends. Otherwise it would come back with the first letter of the next text.
  if (isEmpty && mode === 'preview') setMode('write');
  return (
    <>
      {mode === 'preview' ? (
        <section
          aria-labelledby={headingId}
          className="max-h-96 overflow-y-auto rounded-control border border-hairline p-3"
        >
          <h2 id={headingId} className="sr-only">
            Preview of your note
          </h2>
          <NoteMarkdown text={value} words={[]} />
        </section>
      ) : (
        <Textarea {...props} label="Your note" maxLength={maxNoteLength} value={value} />
      )}
      {!isEmpty && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <SegmentedControl label="Show the note as" options={modes} chosen={mode} onChoose={setMode} />
          <span>**bold**, *italic*, # heading, - list</span>
        </div>
      )}
    </>
  );
};
