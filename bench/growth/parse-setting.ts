/** Parses a setting NAME=VALUE. The value may contain further equals signs. @returns the name and the value. */
export const parseSetting = (setting: string): [name: string, value: string] => {
  const [name = '', ...valueParts] = setting.split('=');
  return [name, valueParts.join('=')];
};
