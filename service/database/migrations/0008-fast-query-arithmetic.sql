-- One substring, replace or sum made a filter unanswerable among a million tasks: the functions of 0006 took up to
-- five microseconds a call. They mean what they meant, but for the division of Decimals.
--
-- An SQL function that is strict is written into the statement only if nothing in it takes null for a value, as case,
-- least and greatest do; otherwise it is run as a statement of its own, row by row. So:
--
-- - Where functions of PostgreSQL do it all, and each operand is named once, SQL. It costs nothing.
-- - Everything else in PL/pgSQL, in one expression if it can be, which calls nothing of ours. Sums written into the
--   statement would be faster; but 500 levels of them become 2,500 of PostgreSQL's, and its stack does not hold these.
-- - Overflow is foreseen, not caught: to be ready for an exception takes longer than a sum, and before PostgreSQL 17
--   such a function must not run in a parallel worker. Now all are parallel safe.
--
-- Milliseconds for 200,000 rows in PostgreSQL 18, before and after; 15 of them are for reading the rows.
--
--   substring(text, 2)       421   45    add of Int32    418   69    add of Decimal    392  109
--   substring(text, 0, 4)    433   28    sub             414   72    sub               394  103
--   substring(text, start)   404   87    mul             414   69    mul               397  113
--   replace                  963  110    div             417   64    div               417  177
--   endswith(text, replace) 1333  212    add of Int64    465   73    add of Double     151   67
--   endswith(text, 'x')       51   49    sub             473   73    sub               147   67
--   round                    455   68    mul             462   71    mul               144   83
--   a Double to a Single     473   67    div             468   64    div               148   75
--                                                                    mod               587  243
--
-- odata_int32, odata_int64 and odata_decimal are called by nobody any more. They go in a later migration, for a
-- statement that is running may have them in its plan.

-- An Int32 is reckoned as an Int64; that is compared with what its range leaves for the other.
create or replace function odata_add(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $1::bigint + $2 between -2147483648 and 2147483647 then $1 + $2 end; end $$;
create or replace function odata_sub(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $1::bigint - $2 between -2147483648 and 2147483647 then $1 - $2 end; end $$;
create or replace function odata_mul(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $1::bigint * $2 between -2147483648 and 2147483647 then $1 * $2 end; end $$;
create or replace function odata_div(integer, integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 and ($1 <> -2147483648 or $2 <> -1) then $1 / $2 end; end $$;

create or replace function odata_add(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when $1 between (-9223372036854775808)::bigint - least($2, 0) and 9223372036854775807 - greatest($2, 0)
    then $1 + $2
  end;
end $$;
create or replace function odata_sub(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when $1 between (-9223372036854775808)::bigint + greatest($2, 0) and 9223372036854775807 + least($2, 0)
    then $1 - $2
  end;
end $$;
create or replace function odata_mul(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when $1 between -2147483648 and 2147483647 and $2 between -2147483648 and 2147483647
      or $1::numeric * $2 between -9223372036854775808 and 9223372036854775807
    then $1 * $2
  end;
end $$;
create or replace function odata_div(bigint, bigint) returns bigint language plpgsql immutable strict parallel safe
as $$ begin return case when $2 <> 0 and ($1 <> -9223372036854775808 or $2 <> -1) then $1 / $2 end; end $$;

create or replace function odata_add(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return case when abs($1 + $2) <= 79228162514264337593543950335 then $1 + $2 end; end $$;
create or replace function odata_sub(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ begin return case when abs($1 - $2) <= 79228162514264337593543950335 then $1 - $2 end; end $$;
create or replace function odata_mul(numeric, numeric) returns numeric language plpgsql immutable strict parallel safe
as $$ declare
  product numeric := round($1 * $2, 28);
begin
  return case when abs(product) <= 79228162514264337593543950335 then product end;
end $$;
-- As .NET divides: with as many digits behind the point, 28 at most, as 96 bits have room for, and what lies exactly
-- between two results goes to the even one. It was cut before.
create or replace function odata_div(dividend numeric, divisor numeric) returns numeric
language plpgsql immutable strict parallel safe
as $$ declare
  -- Cut behind one digit more than a result has.
  quotient numeric := div(dividend * 1e29, nullif(divisor, 0)) * 1e-29;
  -- The bounds are those of rounding. To count digits takes longer than to compare.
  rounded numeric := round(quotient, case
    when abs(quotient) < 79228162514264337593543950335.5e-28 then 28
    when abs(quotient) < 79228162514264337593543950335.5e-27 then 27
    else nullif(greatest(28 - length(div(abs(quotient), 79228162514264337593543950335.5e-28)::text), -1), -1)
  end);
  lower numeric;
begin
  -- Only what was not cut can lie between two results.
  if rounded <> quotient and quotient * divisor = dividend then
    lower := round(quotient - sign(quotient) * 1e-29, scale(rounded));
    if lower % nullif(2 * (rounded - lower), 0) = 0 then return lower; end if;
  end if;
  return rounded;
end $$;

-- PostgreSQL raises an error where a Double overflows, and where it underflows to zero, which is a result. Numbers that
-- are neither huge nor tiny do neither. The others are tried with smaller or larger ones, by powers of two, which round
-- alike. Infinity and NaN are results, and PostgreSQL has NaN above Infinity.
create or replace function odata_add(double precision, double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when abs($1) < 8e307 and abs($2) < 8e307 then $1 + $2
    when greatest(abs($1), abs($2)) >= 'Infinity' or least(abs($1), abs($2)) < 1 then $1 + $2
    when abs($1 / 2 + $2 / 2) < 2 ^ 1023 then $1 + $2
  end;
end $$;
create or replace function odata_sub(double precision, double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ begin
  return case when abs($1) < 8e307 and abs($2) < 8e307 then $1 - $2 else odata_add($1, -$2) end;
end $$;
-- What rounding takes from a product of numbers that are neither huge nor tiny, exactly: by the products of their
-- halves (Dekker).
create function odata_rounded_off(x double precision, y double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ declare
  high_x double precision := x * 134217729 - (x * 134217729 - x);
  high_y double precision := y * 134217729 - (y * 134217729 - y);
begin
  return (x - high_x) * (y - high_y) - (x * y - high_x * high_y - (x - high_x) * high_y - high_x * (y - high_y));
end $$;
create or replace function odata_mul(double precision, double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ declare
  x double precision;
  y double precision;
begin
  if abs($1) between 1e-150 and 1e150 and abs($2) between 1e-150 and 1e150 then return $1 * $2; end if;
  x := least(abs($1), abs($2));
  y := greatest(abs($1), abs($2));
  if x = 0 or y >= 'Infinity' or x < 1 and y >= 1 then return $1 * $2; end if;
  if x >= 1 then return case when (x / 2 ^ 512) * (y / 2 ^ 512) < 1 then $1 * $2 end; end if;
  -- Half of the smallest number is 0.5 now. What is not more is zero.
  x := x * 2 ^ 537;
  y := y * 2 ^ 537;
  return case
    when x * y > 0.5 then $1 * $2
    when x * y < 0.5 then 0
    when odata_rounded_off(x, y) > 0 then $1 * $2
    else 0
  end;
end $$;
create or replace function odata_div(double precision, double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when abs($1) between 1e-150 and 1e150 and abs($2) between 1e-150 and 1e150 then $1 / $2
    when $2 = 0 then null
    when greatest(abs($1), abs($2)) >= 'Infinity' then $1 / $2
    when least(abs($1), 1) * 2 ^ 537 <= greatest(abs($2), 1) / 2 ^ 538 then 0
    when greatest(abs($1), abs($2), 1e-18) / 2 ^ 537 / (least(abs($2), 1) * 2 ^ 537) < 2 ^ -50 then $1 / $2
  end;
end $$;
create or replace function odata_mod(dividend double precision, divisor double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ declare
  rest double precision := abs(dividend);
  part double precision := abs(divisor);
  quotient double precision;
begin
  -- The remainder is exact. Here the quotient is, or has been rounded up to one too many ...
  if part > 1e-150 and part <= rest and rest < least(part, 1e150) * 9e15 then
    quotient := trunc(rest / part);
    rest := rest - quotient * part - odata_rounded_off(quotient, part);
    return sign(dividend) * case when rest < 0 then rest + part else rest end;
  end if;
  if divisor = 0 then return null; end if;
  if divisor = 'NaN' or rest in ('NaN', 'Infinity') then return 'NaN'; end if;
  if part > rest then return dividend; end if;
  -- ... and here what is taken away is the divisor times a power of two. Not compared with half of the rest, which the
  -- smallest number does not have.
  while part <= rest - part loop part := part * 2; end loop;
  while part >= abs(divisor) loop
    if rest >= part then rest := rest - part; end if;
    exit when part = abs(divisor);
    part := part / 2;
  end loop;
  return sign(dividend) * rest;
end $$;

-- A Single is reckoned as a Double and rounded, which comes to the same. The bounds are those of rounding.
create or replace function odata_single(double precision) returns real
language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when abs($1) <= 7.006492321624085e-46 then 0
    when abs($1) < 3.4028235677973366e38 or $1 in ('NaN', 'Infinity', '-Infinity') then $1::real
  end;
end $$;

-- Halves away from zero; PostgreSQL's own goes to the even neighbour.
create or replace function odata_round(double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ begin return trunc($1) + case when abs($1 - trunc($1)) >= 0.5 then sign($1) else 0 end; end $$;

create or replace function odata_ends_with(value text, ending text) returns boolean
language sql immutable strict parallel safe
  return starts_with(reverse(value), reverse(ending));

-- Replacing again and again would make a gigabyte of a word: a result above a million characters is null. Where even
-- another text for each byte would not be as long, nothing is counted.
create or replace function odata_replace(value text, part text, other text) returns text
language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when octet_length(value)::bigint * (octet_length(other) + 1) <= 1048576 then replace(value, part, other)
    when part = '' then value
    when length(value) + (length(value) - length(replace(value, part, ''))) / length(part)::bigint
         * (length(other) - length(part)) <= 1048576
    then replace(value, part, other)
  end;
end $$;

-- The place of a character as PostgreSQL counts, from 1; before the text is its beginning. A function of its own, for
-- least and greatest skip null. Of a constant it is called once, when the statement is planned.
create function odata_place(integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return least(greatest($1, 0), 2147483646) + 1; end $$;
-- Counts characters from 0; a place outside of the text means its nearer end.
create or replace function odata_substring(value text, start integer) returns text
language sql immutable strict parallel safe
  return substr(value, odata_place(start));
create or replace function odata_substring(value text, start integer, count integer) returns text
language sql immutable strict parallel safe
  return substr(value, odata_place(start), odata_place(count) - 1);
