import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type User, userList } from '#contract/schemas/users.ts';
import { get } from '../../../client/api/get.ts';
import { Input } from '../../../ui/field.tsx';

const labelOf = ({ name, email }: User) => `${name} (${email})`;

const findUser = (users: readonly User[], text: string): User | undefined =>
  users.find((user) => labelOf(user) === text || user.email === text.trim().toLowerCase());

/** Selects a user by name and e-mail. A removed user has neither, so only links can select them. */
export const PersonChoice = ({
  chosen,
  onChoose,
}: {
  chosen: string | null;
  onChoose: (id: string | null) => void;
}) => {
  const list = useId();
  const { data: users } = useQuery({
    queryKey: ['audit-people'],
    queryFn: ({ signal }) => get('/users', userList, { signal }),
  });
  const selected = users?.find(({ _id }) => _id === chosen);
  const label = chosen === null ? '' : selected ? labelOf(selected) : users ? 'Removed user' : '';
  const [typed, setTyped] = useState(label);
  useEffect(() => setTyped(label), [label]);
  const choose = (text: string) => {
    const user = findUser(users ?? [], text);
    if (user) onChoose(user._id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that was typed before the users were loaded is looked up again
  useEffect(() => {
    if (chosen === null) choose(typed);
  }, [users]);
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
        placeholder="Anyone"
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={list}>
        {users?.map((user) => (
          <option key={user._id} value={labelOf(user)} />
        ))}
      </datalist>
    </>
  );
};
