import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../client/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses, Field } from '../../../ui/field.tsx';
import { parseLocalInput, toLocalInput } from './local-input.ts';

/**
 * Lets the user choose a moment, in the time zone of this device, and shows the course as it was then.
 * @param at the moment that the field shows until the user changes it, in ISO 8601.
 */
export const MomentForm = ({ id, at }: { id: string; at: string }) => {
  const navigate = useNavigate();
  const [value, setValue] = useState(toLocalInput(new Date(at)));
  const [error, setError] = useState<string>();
  const [shownAt, setShownAt] = useState(at);
  // The form stays mounted when the page shows another version, so that its button keeps the focus.
  if (at !== shownAt) {
    setShownAt(at);
    setValue(toLocalInput(new Date(at)));
    setError(undefined);
  }
  const show = (event: FormEvent) => {
    event.preventDefault();
    const moment = parseLocalInput(value);
    if (moment === null) return setError('Choose a date and a time.');
    setError(undefined);
    return navigate(paths.courseAsOf(id, moment.toISOString()), { replace: true });
  };
  return (
    <form
      noValidate
      data-error-lines
      onSubmit={show}
      className="grid w-full max-w-80 grid-cols-[minmax(0,1fr)] gap-5"
    >
      <Field label="Show the course as of" error={error}>
        {(attributes) => (
          <input
            {...attributes}
            type="datetime-local"
            step={1}
            max={toLocalInput(new Date())}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            className={controlClasses('text-ink')}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  );
};
