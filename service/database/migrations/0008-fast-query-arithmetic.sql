-- With one substring, replace or addition in a filter, a list of a million tasks ran into the time limit: the functions of
-- 0006 took up to five microseconds per call. Their results are the same, except for the division of Decimals.
--
-- PostgreSQL inlines a strict SQL function only if nothing in it accepts null as a value, as case, least and greatest do.
-- Otherwise, it runs the function as a separate statement for each row. Therefore:
--
-- - If built-in functions are enough and each operand occurs once, the function is in SQL, which costs nothing.
-- - All others are in PL/pgSQL, in one expression where possible, and do not call other functions of Ronda. Inlining
--   additions would be faster, but 500 levels of them become 2,500 levels in PostgreSQL, which exceeds its stack.
-- - Overflow is predicted, not caught: preparing for an exception takes longer than an addition, and before PostgreSQL 17
--   such a function must not run in a parallel worker. All functions are now parallel safe.
--
-- Milliseconds for 200,000 rows in PostgreSQL 18, before and after. 15 of them are for reading the rows.
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
-- odata_int32, odata_int64 and odata_decimal are no longer called. A later migration drops them, because running
-- statements may have them in their plans.

-- Int32 is calculated as Int64. Int64 is compared with the range that the other operand leaves.
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
-- Divides as .NET does: with as many decimal places as fit into 96 bits, at most 28, and halves are rounded to the even
-- neighbour. Until now, the result was truncated.
create or replace function odata_div(dividend numeric, divisor numeric) returns numeric
language plpgsql immutable strict parallel safe
as $$ declare
  -- Truncated after one digit more than the result has.
  quotient numeric := div(dividend * 1e29, nullif(divisor, 0)) * 1e-29;
  -- The bounds are those of rounding. Counting digits takes longer than comparing.
  rounded numeric := round(quotient, case
    when abs(quotient) < 79228162514264337593543950335.5e-28 then 28
    when abs(quotient) < 79228162514264337593543950335.5e-27 then 27
    else nullif(greatest(28 - length(div(abs(quotient), 79228162514264337593543950335.5e-28)::text), -1), -1)
  end);
  lower numeric;
begin
  -- Only an exact quotient can be halfway between two results.
  if rounded <> quotient and quotient * divisor = dividend then
    lower := round(quotient - sign(quotient) * 1e-29, scale(rounded));
    if lower % nullif(2 * (rounded - lower), 0) = 0 then return lower; end if;
  end if;
  return rounded;
end $$;

-- PostgreSQL raises an error if a Double overflows, and also if it underflows to zero, which is a valid result. Neither
-- happens to numbers that are not very large or very small. The others are first calculated with operands that are
-- scaled by powers of two, which rounds in the same way. Infinity and NaN are valid results, and PostgreSQL sorts NaN
-- above Infinity.
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
-- The exact rounding error of a product of numbers that are not very large or very small, from the products of their
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
  -- Half of the smallest number is now 0.5. A product up to that is zero.
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
  -- The remainder is exact. Here, the quotient is exact, or was rounded up by one.
  if part > 1e-150 and part <= rest and rest < least(part, 1e150) * 9e15 then
    quotient := trunc(rest / part);
    rest := rest - quotient * part - odata_rounded_off(quotient, part);
    return sign(dividend) * case when rest < 0 then rest + part else rest end;
  end if;
  if divisor = 0 then return null; end if;
  if divisor = 'NaN' or rest in ('NaN', 'Infinity') then return 'NaN'; end if;
  if part > rest then return dividend; end if;
  -- Here, each subtracted part is the divisor times a power of two. Does not compare with half of the rest, because the
  -- smallest number has no half.
  while part <= rest - part loop part := part * 2; end loop;
  while part >= abs(divisor) loop
    if rest >= part then rest := rest - part; end if;
    exit when part = abs(divisor);
    part := part / 2;
  end loop;
  return sign(dividend) * rest;
end $$;

-- Calculating with Doubles and rounding to Single gives the same result as calculating with Singles. The bounds are
-- those of rounding.
create or replace function odata_single(double precision) returns real
language plpgsql immutable strict parallel safe
as $$ begin
  return case
    when abs($1) <= 7.006492321624085e-46 then 0
    when abs($1) < 3.4028235677973366e38 or $1 in ('NaN', 'Infinity', '-Infinity') then $1::real
  end;
end $$;

-- Rounds halves away from zero. PostgreSQL rounds them to the even neighbour.
create or replace function odata_round(double precision) returns double precision
language plpgsql immutable strict parallel safe
as $$ begin return trunc($1) + case when abs($1 - trunc($1)) >= 0.5 then sign($1) else 0 end; end $$;

create or replace function odata_ends_with(value text, ending text) returns boolean
language sql immutable strict parallel safe
  return starts_with(reverse(value), reverse(ending));

-- Repeated replacements could turn a word into a gigabyte: a result of more than a million characters is null.
-- Occurrences are not counted if the result would be short enough with a replacement for each byte.
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

-- A character position for PostgreSQL, from 1. Positions before the text are clamped. This is a separate function,
-- because least and greatest ignore null. For a constant it is called once, when the statement is planned.
create function odata_place(integer) returns integer language plpgsql immutable strict parallel safe
as $$ begin return least(greatest($1, 0), 2147483646) + 1; end $$;
-- Positions are counted in characters from 0. A position outside the text is clamped.
create or replace function odata_substring(value text, start integer) returns text
language sql immutable strict parallel safe
  return substr(value, odata_place(start));
create or replace function odata_substring(value text, start integer, count integer) returns text
language sql immutable strict parallel safe
  return substr(value, odata_place(start), odata_place(count) - 1);
