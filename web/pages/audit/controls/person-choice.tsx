import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type User, userList } from '#contract/users.ts';
import { get } from '../../../client/api/get.ts';
import { Input } from '../../../ui/field.tsx';

const labelOf = ({ name, email }: User) => `${name} (${email})`;

const personCalled = (people: readonly User[], text: string): User | undefined =>
  people.find((one) => labelOf(one) === text || one.email === text.trim().toLowerCase());

/**
 * A person, by name and e-mail. Somebody who was removed has neither: they can be chosen by a link only, and then the field
 * says so.
 */
export const PersonChoice = ({
  chosen,
  onChoose,
}: {
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) => {
  const list = useId();
  const { data: people } = useQuery({
    queryKey: ['audit-people'],
    queryFn: ({ signal }) => get('/users', userList, { signal }),
  });
  const person = people?.find(({ _id }) => _id === chosen);
  const label = chosen === null ? '' : person ? labelOf(person) : people ? 'A removed person' : '';
  const [typed, setTyped] = useState(label);
  useEffect(() => setTyped(label), [label]);
  const choose = (text: string) => {
    const found = personCalled(people ?? [], text);
    if (found) onChoose(found._id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: who was typed before the people were here is chosen when they are
  useEffect(() => {
    if (chosen === null) choose(typed);
  }, [people]);
  const type = (text: string) => {
    setTyped(text);
    if (text === '') onChoose(null);
    choose(text);
  };
  return (
    <>
      <Input
        label="Person"
        fieldClassName="max-sm:col-span-2"
        type="search"
        list={list}
        placeholder="Anybody"
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={list}>
        {people?.map((one) => (
          <option key={one._id} value={labelOf(one)} />
        ))}
      </datalist>
    </>
  );
};
