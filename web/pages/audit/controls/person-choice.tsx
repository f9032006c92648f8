import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { type User, userList } from '#contract/schemas/users.ts';
import { get } from '../../../client/api/get.ts';
import { Input } from '../../../ui/field.tsx';

const formatUser = ({ name, email }: User) => `${name} (${email})`;

const findUser = (users: readonly User[], text: string): User | undefined =>
  users.find((user) => formatUser(user) === text || user.email === text.trim().toLowerCase());

/** Selects a user by name and e-mail. A removed user has neither, so only links can select them. */
export const PersonChoice = ({
  selectedId,
  onChoose,
}: {
  selectedId: string | null;
  onChoose: (id: string | null) => void;
}) => {
  const list = useId();
  const { data: users } = useQuery({
    queryKey: ['audit-people'],
    queryFn: ({ signal }) => get('/users', userList, { signal }),
  });
  const selected = users?.find(({ _id }) => _id === selectedId);
  const label = selectedId === null ? '' : selected ? formatUser(selected) : users ? 'Removed user' : '';
  const [text, setText] = useState(label);
  useEffect(() => setText(label), [label]);
  const choose = (text: string) => {
    const user = findUser(users ?? [], text);
    if (user) onChoose(user._id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that was entered before the users were loaded is looked up again
  useEffect(() => {
    if (selectedId === null) choose(text);
  }, [users]);
  const handleInput = (text: string) => {
    setText(text);
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
        value={text}
        onChange={(event) => handleInput(event.target.value)}
      />
      <datalist id={list}>
        {users?.map((user) => (
          <option key={user._id} value={formatUser(user)} />
        ))}
      </datalist>
    </>
  );
};
